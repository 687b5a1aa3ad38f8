/**
 * Content-Disposition for a file whose name may hold any character (RFC 6266, RFC 5987).
 * @param plainName in ASCII, for clients that do not know the other form
 */
export const contentDisposition = (kind: 'inline' | 'attachment', plainName: string, fileName: string): string =>
  `${kind}; filename="${plainName}"; filename*=UTF-8''${encodeExtended(fileName)}`;

const encodeExtended = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
