/** Files that pdf.js fetches at run time; the build puts them below the address of its version. */

/** @param folder of the package, such as `cmaps` */
export const pdfjsAddress = (folder: 'cmaps' | 'standard_fonts' | 'wasm' | 'iccs', name = ''): string =>
  new URL(`pdfjs/${__PDFJS__}/${folder}/${name}`, document.baseURI).href;

const vertical = (names: readonly string[]): string[] => names.flatMap((name) => [`${name}-H`, `${name}-V`]);

/** What files of Chinese authorities need: character maps for fonts that are named but not embedded. */
export const CHINESE_CMAPS: readonly string[] = [
  ...vertical(['UniGB-UCS2', 'UniGB-UTF16', 'UniGB-UTF32', 'UniGB-UTF8', 'GBK-EUC', 'GBK2K', 'GBKp-EUC']),
  ...['0', '1', '2', '3', '4', '5', 'UCS2'].map((supplement) => `Adobe-GB1-${supplement}`),
].map((name) => `${name}.bcmap`);

/** Stand-ins for the fourteen fonts that a PDF need not embed. */
export const STANDARD_FONTS: readonly string[] = [
  ...['Dingbats', 'Fixed', 'FixedBold', 'FixedBoldItalic', 'FixedItalic', 'Serif', 'SerifBold', 'SerifBoldItalic', 'SerifItalic', 'Symbol'].map((name) => `Foxit${name}.pfb`),
  ...['Regular', 'Bold', 'Italic', 'BoldItalic'].map((name) => `LiberationSans-${name}.ttf`),
];

/** Decoders of scanned pages. */
export const PAGE_DECODERS: readonly string[] = ['jbig2.wasm', 'openjpeg.wasm'];
