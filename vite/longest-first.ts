import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A minute or minutes each. On a fresh clone nothing tells so, and one that begins last leaves all processors but one without work. */
const long = /\/tests\/(?:server\/(?:hostile-values|backup|import-turns)|sw\/service-worker|src\/offline\/sending\/sync|e2e\/(?:hostile-input|issuing|late-work|laws|phone-storage|sync-screen)|faults\/faults)\.test\.ts$/;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(({ moduleId }) => long.test(moduleId)), ...sorted.filter(({ moduleId }) => !long.test(moduleId))];
  }
}
