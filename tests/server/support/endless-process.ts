/** A process that is asked for something and takes all memory there is, in buffers. */
import { answerParent } from '../../../server/files/ask-process.ts';

answerParent(async () => {
  const taken: Buffer[] = [];
  for (;;) {
    taken.push(Buffer.alloc(16 * 1024 * 1024, 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
});
