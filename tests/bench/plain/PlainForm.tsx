import { useState } from 'react';
import { RESULTS, type Result, resultLabel } from '#contract/result.ts';
import type { DeptTaskPoint } from '#contract/task.ts';

interface PlainAnswer {
  result: Result;
  remark: string;
}

/** The form as one would first write it: all state in one place, no library, nothing left out and nothing remembered. */
export function PlainForm({ points }: { points: readonly DeptTaskPoint[] }) {
  const [answers, setAnswers] = useState<Record<string, PlainAnswer>>({});
  const change = (pointId: string, answer: PlainAnswer): void => setAnswers({ ...answers, [pointId]: answer });
  return (
    <main>
      <p className="counter">
        已查 {Object.keys(answers).length}/{points.length}
      </p>
      {points.map(({ pointId, seq, content, expected, method, basis }) => {
        const answer = answers[pointId];
        return (
          <div key={pointId} role="group" aria-label={content} className="point">
            <p>
              {seq} {content}
            </p>
            <p>标准：{expected}</p>
            <p>方法：{method}</p>
            <p>
              《{basis.law}》第 {basis.article} 条
            </p>
            <div className="choices">
              {RESULTS.map((result) => (
                <label key={result}>
                  <input
                    type="radio"
                    name={pointId}
                    checked={answer?.result === result}
                    onChange={() => change(pointId, { result, remark: answer?.remark ?? '' })}
                  />
                  {resultLabel[result]}
                </label>
              ))}
            </div>
            {answer?.result === 'unqualified' && (
              <textarea aria-label="说明" value={answer.remark} onChange={(event) => change(pointId, { ...answer, remark: event.target.value })} />
            )}
          </div>
        );
      })}
    </main>
  );
}
