/**
 * Browsers that translate a page, as some do whatever it says, put elements of theirs in place of its text. React then takes a
 * text from an element that no longer holds it, the browser throws, and the view is gone with what was typed there.
 */
export function bearForeignNodes(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) removeChild.call(this, child);
    // It was moved by somebody else, or is gone already.
    else child.parentNode?.removeChild(child);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    insertBefore.call(this, child, before?.parentNode === this ? before : null);
    return child;
  };
}
