/** The worker of pdf.js, as old browsers need it. */
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import '@/lib/files/fill-gaps.ts';
