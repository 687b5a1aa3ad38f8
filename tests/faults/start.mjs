// npm run test:faults: what npm run test:e2e does, for the rounds of faults and kills alone, and many more of them.
process.env['FAULT_ROUNDS'] ||= '300';
process.env['KILL_ROUNDS'] ||= '100';
process.env['FAULT_SEED'] ||= String(Date.now() % 1_000_000);
process.argv.push('build', 'faults');
await import('../../scripts/test.mjs');
