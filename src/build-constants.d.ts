/** Release and build, as shown to a person: `1.0.0+3f9a2c1`. The same source always gives the same value. */
declare const __APP_VERSION__: string;
/** Version of pdf.js; its fonts and character maps are served under `pdfjs/<version>/`. */
declare const __PDFJS__: string;
