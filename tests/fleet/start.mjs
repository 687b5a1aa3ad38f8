// npm run test:fleet: the simulated phones alone, and many more of them than in npm test.
process.env['FLEET_PHONES'] ||= '500';
process.env['FLEET_ROUNDS'] ||= '12';
process.env['FLEET_WAITING'] ||= '50000';
process.argv.push('fleet-*');
await import('../../scripts/test.mjs');
