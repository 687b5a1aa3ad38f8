import { describe, expect, it } from 'vitest';
import { lawAddress, lawOfAddress } from '@/lib/law-address.ts';

const law = { id: '0198a000-0000-7000-8000-000000000001', version: 'a'.repeat(64) };

describe('the address of a law', () => {
  it.each(['text', 'pdf'] as const)('names its %s, and is read back', (format) => {
    const address = lawAddress(law, format);
    expect(lawOfAddress(address)).toEqual({ ...law, format });
    expect(lawOfAddress(`https://example.com${address}`)).toEqual({ ...law, format });
  });

  it.each(['/api/qyzc/company/laws?v=1', '/api/qyzc/supervise/law/archive/read-file/x', '/api/qyzc/supervise/law/archive/read-file/?v=1', '/api/qyzc/supervise/law/archive/read-file/a/b?v=1'])(
    'is none of %s',
    (address) => expect(lawOfAddress(address)).toBeUndefined(),
  );
});
