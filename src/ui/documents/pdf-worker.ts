/** The worker of pdf.js, as old browsers need it. */
import '@/lib/fill-gaps.ts';
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
