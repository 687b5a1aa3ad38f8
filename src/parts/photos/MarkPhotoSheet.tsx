import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { MARK_TEXT_MAX, PHOTOS_PER_ANSWER } from '#contract/limits.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { addPhoto, loadPhoto } from '@/offline/files/photos.ts';
import { forgetPhoto, HOLD_AGAIN_MS, holdPhoto, releasePhoto } from '@/offline/files/replaced-photos.ts';
import { currentAccount } from '@/session/current-account.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import letters from '@/ui/basics/letters.module.css';
import { Checkbox } from '@/ui/controls/Checkbox.tsx';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { useDismiss } from '@/ui/sheets/useDismiss.ts';
import { drawMarks, isVisible, type Mark, type MarkTool, type Place } from './photo-marks.ts';
import type { MarkedPhoto } from './photo-pair.ts';
import styles from './MarkPhotoSheet.module.css';

const tools: readonly { tool: MarkTool; label: string }[] = [
  { tool: 'cover', label: '遮挡' },
  { tool: 'arrow', label: '箭头' },
  { tool: 'circle', label: '圈出' },
  { tool: 'text', label: '文字' },
];
const JPEG_QUALITY = 0.92;

const DISCARD = { content: '标注还没有保存，关闭后会丢失。', confirmText: '放弃标注', cancelText: '继续标注', isDestructive: true };

interface MarkPhotoSheetProps {
  sha256: string;
  /** Of the item, with this one. */
  photoCount: number;
  onMark: (marked: MarkedPhoto) => Promise<unknown>;
  onClose: () => void;
}

/** Covers, arrows, circles and words on a copy of the photo; the first one goes unless the person keeps it. */
export function MarkPhotoSheet({ sha256, photoCount, onMark, onClose }: MarkPhotoSheetProps) {
  const [picture, setPicture] = useState<ImageBitmap>();
  const [isSent, setIsSent] = useState(false);
  const [tool, setTool] = useState<MarkTool>('cover');
  const [text, setText] = useState('');
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const [isFirstKept, setIsFirstKept] = useState(false);
  const [problem, setProblem] = useFormProblem();
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const account = currentAccount();
    const hold = (): void =>
      void holdPhoto(account, sha256).then(
        (isOnlyHere) => setIsSent(!isOnlyHere),
        () => setIsSent(true),
      );
    hold();
    const timer = setInterval(hold, HOLD_AGAIN_MS);
    return () => {
      clearInterval(timer);
      void releasePhoto(account, sha256);
    };
  }, [sha256]);
  useEffect(() => {
    const controller = new AbortController();
    const drawing = loadPhoto(sha256, controller.signal).then((blob) => createImageBitmap(blob));
    drawing.then(setPicture, () => {
      if (!controller.signal.aborted) setProblem('照片没有加载出来，请联网后再试');
    });
    return () => {
      controller.abort();
      // A phone has little memory for pictures.
      drawing.then((bitmap) => bitmap.close(), () => undefined);
    };
  }, [sha256, setProblem]);

  const close = useDismiss(marks.length > 0, onClose, { question: DISCARD });
  const words = text.trim();
  const handleDone = async (): Promise<void> => {
    if (tool === 'text' && words !== '' && marks.every((mark) => mark.text !== words)) {
      setProblem(`“${words}”还没有放到照片上：请点照片上要放的地方，或清空文字`);
      return;
    }
    setProblem(undefined);
    const account = currentAccount();
    try {
      if (!isSent && !isFirstKept && !(await holdPhoto(account, sha256))) {
        setIsSent(true);
        throw new Error('原图刚刚已上传或正在上传，会留在填写记录里。仍要用标注后的照片替换它，请再点“完成”');
      }
      const drawn = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
      if (drawn === null) throw new Error('标注没有保存，请再试一次');
      await onMark({ first: sha256, marked: await addPhoto(drawn, account), isFirstKept });
    } catch (error) {
      setProblem(sentenceOf(error, '标注没有保存，请再试一次'));
      return;
    }
    if (!isFirstKept) await forgetPhoto(account, sha256);
  };

  return (
    <Sheet
      isOpen
      placement="full"
      title="标注照片"
      onClose={() => void close()}
      footer={
        <>
          <ActionButton isDisabled={marks.length === 0} onClick={() => setMarks(marks.slice(0, -1))}>
            撤销
          </ActionButton>
          <ActionButton tone="primary" isDisabled={marks.length === 0} onClick={handleDone}>
            完成
          </ActionButton>
        </>
      }
    >
      <div className={styles['work']}>
        <div className={styles['paper']}>
          {picture !== undefined && (
            <MarkedCanvas
              ref={canvas}
              picture={picture}
              marks={marks}
              tool={tool}
              text={words}
              onMark={(mark) => {
                setProblem(undefined);
                setMarks([...marks, mark]);
              }}
              onNoText={() => setProblem(`请先填写 1 到 ${MARK_TEXT_MAX} 个字，再点照片上要放的地方`)}
            />
          )}
        </div>
        <div className={styles['tools']}>
          <div className={styles['row']} role="group" aria-label="标注方式">
            {tools.map((each) => (
              <button key={each.tool} type="button" className={styles['tool']} aria-pressed={tool === each.tool} onClick={() => setTool(each.tool)}>
                {each.label}
              </button>
            ))}
          </div>
          {tool === 'text' && <TextField label="文字" value={text} onChange={setText} maxLength={MARK_TEXT_MAX} hint="填写后，点照片上要放的地方" />}
          <FormProblem>{problem}</FormProblem>
          <Checkbox label="同时保留原图" isChecked={isFirstKept} isDisabled={photoCount >= PHOTOS_PER_ANSWER} onChange={setIsFirstKept} />
          <p className={letters['quiet']}>
            {isSent ? '原图已上传、正在上传或已导出：标注后的照片会替换它，原图仍留在填写记录或导出的文件里。' : '不保留时，原图从本机删除，不会上传；遮挡处无法恢复。'}
          </p>
        </div>
      </div>
    </Sheet>
  );
}

interface MarkedCanvasProps {
  picture: ImageBitmap;
  marks: readonly Mark[];
  tool: MarkTool;
  text: string;
  onMark: (mark: Mark) => void;
  /** A text was to be placed, and none that fits is written. */
  onNoText: () => void;
  ref: RefObject<HTMLCanvasElement | null>;
}

/** The picture in its own pixels, with what is drawn on it. */
function MarkedCanvas({ picture, marks, tool, text, onMark, onNoText, ref }: MarkedCanvasProps) {
  const pointer = useRef<number>(undefined);
  const [current, setCurrent] = useState<Mark>();
  const longSide = Math.max(picture.width, picture.height);

  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!context) return;
    context.drawImage(picture, 0, 0);
    drawMarks(context, current === undefined ? marks : [...marks, current], longSide);
  }, [picture, marks, current, longSide, ref]);

  const handleDown = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (pointer.current !== undefined || event.button !== 0) return;
    if (tool === 'text' && (text === '' || text.length > MARK_TEXT_MAX)) return onNoText();
    pointer.current = event.pointerId;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = placeOf(event, picture);
    setCurrent({ tool, from: at, to: at, text });
  };
  const handleMove = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (pointer.current !== event.pointerId || current === undefined) return;
    setCurrent(movedTo(current, placeOf(event, picture)));
  };
  const handleEnd = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (pointer.current !== event.pointerId) return;
    pointer.current = undefined;
    setCurrent(undefined);
    // To where the finger was lifted: the last move may not be drawn yet.
    const mark = current && movedTo(current, placeOf(event, picture));
    if (mark && isVisible(mark, longSide)) onMark(mark);
  };

  return (
    <canvas
      ref={ref}
      className={styles['canvas']}
      width={picture.width}
      height={picture.height}
      role="img"
      aria-label="要标注的照片，用手指或鼠标在上面画"
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleEnd}
      onPointerCancel={handleEnd}
    />
  );
}

const movedTo = (mark: Mark, to: Place): Mark => (mark.tool === 'text' ? { ...mark, from: to, to } : { ...mark, to });

function placeOf({ clientX, clientY, currentTarget }: PointerEvent<Element>, { width, height }: ImageBitmap): Place {
  const shown = currentTarget.getBoundingClientRect();
  return { x: ((clientX - shown.left) / shown.width) * width, y: ((clientY - shown.top) / shown.height) * height };
}
