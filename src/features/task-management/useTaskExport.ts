import { useExportLink } from '@/queries/work/task-queries.ts';

/** Downloads the workbook of a task, or of one department in it. The link is asked for anew each time: it ends after minutes. */
export function useTaskExport(): { isPending: boolean; download: (what: { taskId: string; deptId?: string }) => Promise<void> } {
  const link = useExportLink();
  return {
    isPending: link.isPending,
    download: async (what) => {
      try {
        const { url } = await link.mutateAsync(what);
        const anchor = document.createElement('a');
        anchor.href = url;
        anchor.download = '';
        anchor.click();
      } catch {
        // The mutation cache has shown why.
      }
    },
  };
}
