import { SEVERE_TEXT_MAX } from '#contract/limits.ts';
import type { SevereReport } from '#contract/severe-report.ts';
import { TextSheet } from '@/parts/forms/TextSheet.tsx';
import { useCloseSevere } from '@/queries/severe-report-queries.ts';

/** Asks why a problem needs no report. */
export function CloseReportSheet({ report, onClose }: { report: SevereReport; onClose: () => void }) {
  const close = useCloseSevere();
  return (
    <TextSheet
      form={`close-severe:${report.id}`}
      title="关闭重大问题报告"
      label="关闭原因"
      rows={3}
      maxLength={SEVERE_TEXT_MAX}
      backLabel="取消"
      confirmLabel="确认关闭"
      tone="danger"
      onConfirm={async (reason) => {
        await close.mutateAsync({ id: report.id, reason });
        return '报告已关闭';
      }}
      onClose={onClose}
    >
      经核实不需要报告的（如填错）才关闭，关闭后不能再登记报告。
    </TextSheet>
  );
}
