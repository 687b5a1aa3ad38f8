/** Opens an encrypted PDF in a process of its own: its bytes may be anybody's. */
import { answerParent } from './ask-process.ts';
import { findPdfProblem } from './pdf-check.ts';

answerParent(findPdfProblem);
