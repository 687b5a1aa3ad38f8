/* oxlint-disable no-var -- the browsers that this is for know no other */
// Tells whoever has an older browser than the app is built for, before they sign in (vite/oldest-browsers.ts). Written for
// any browser and loaded by itself: it runs where nothing else does. It stops nobody, since answers may wait on that phone.
(function () {
  var root = document.getElementById('root');
  var isNewEnough =
    'noModule' in document.createElement('script') &&
    typeof window.structuredClone === 'function' &&
    typeof Object.hasOwn === 'function' &&
    typeof Array.prototype.at === 'function' &&
    typeof window.CSSLayerBlockRule === 'function';
  if (isNewEnough || !root) return;
  var line = document.createElement('p');
  line.setAttribute('role', 'alert');
  line.textContent = '浏览器版本太旧，应用可能打不开或不能填写，请升级手机系统，或改用 Chrome 99、iOS 15.4 及以上的浏览器后再登录';
  line.style.cssText = 'margin:0;padding:12px 16px;background:#fff3d6;color:#5c3b00;font-size:16px;line-height:1.5';
  document.body.style.display = 'flex';
  document.body.style.flexDirection = 'column';
  root.style.flex = '1 1 0px';
  root.style.minHeight = '0';
  document.body.insertBefore(line, root);
})();
