import { Crop, MoveUpRight, Square, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { shortcutText } from '#src/lib/shortcuts.ts';
import type { Rectangle } from '#src/transport/report-outbox.ts';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import {
  between,
  croppedArea,
  drawEdited,
  type Edit,
  type Frame,
  type Point,
  shiftedFrame,
} from '../edit-picture.ts';

const TOOLS = [
  { kind: 'redact', label: 'Black out', icon: <Square fill="currentColor" /> },
  { kind: 'arrow', label: 'Arrow', icon: <MoveUpRight /> },
  { kind: 'crop', label: 'Crop', icon: <Crop /> },
] as const;
type Tool = (typeof TOOLS)[number]['kind'];

/** The distance of one arrow key press, as part of the picture's width. */
const STEP = 1 / 50;

function toEdit(tool: Tool, from: Point, to: Point): Edit | null {
  if (tool === 'arrow') {
    return Math.hypot(to.x - from.x, to.y - from.y) < 8 ? null : { kind: 'arrow', from, to };
  }
  const area = between(from, to);
  return area.width < 4 || area.height < 4 ? null : { kind: tool, area };
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}

/** Returns a frame in the middle of the visible area, for the keyboard to move. */
function middleFrame(area: Rectangle): Frame {
  const from = { x: area.x + area.width * 0.4, y: area.y + area.height * 0.4 };
  return { from, to: { x: from.x + area.width * 0.2, y: from.y + area.height * 0.2 } };
}

/** Draws the edited picture and, while a shape is being drawn, its frame. */
function draw(
  context: CanvasRenderingContext2D,
  picture: ImageBitmap,
  edits: readonly Edit[],
  shape: { tool: Tool; frame: Frame | null },
) {
  const area = croppedArea(picture, edits);
  const { tool, frame } = shape;
  context.canvas.width = area.width;
  context.canvas.height = area.height;
  const whole = document.createElement('canvas');
  whole.width = picture.width;
  whole.height = picture.height;
  const unfinished = frame === null ? null : toEdit(tool, frame.from, frame.to);
  // An unfinished crop is only a frame, so that what it removes stays visible.
  const drawn = unfinished === null || unfinished.kind === 'crop' ? edits : [...edits, unfinished];
  drawEdited(whole.getContext('2d') as CanvasRenderingContext2D, picture, drawn);
  context.drawImage(whole, -area.x, -area.y);
  if (frame === null) return;
  const { x, y, width, height } = between(frame.from, frame.to);
  context.strokeStyle = '#2d55c7';
  context.lineWidth = Math.max(2, area.width / 500);
  context.setLineDash([context.lineWidth * 4, context.lineWidth * 3]);
  context.strokeRect(x - area.x, y - area.y, width, height);
}

/** The tools, Undo, and the number of edits. */
function EditToolbar({
  tool,
  edits,
  onTool,
  onUndo,
}: {
  tool: Tool;
  edits: readonly Edit[];
  onTool: (tool: Tool) => void;
  onUndo: () => void;
}) {
  const counts = { redact: 0, arrow: 0, crop: 0 };
  for (const edit of edits) counts[edit.kind] += 1;
  return (
    <div role="toolbar" aria-label="Edit screenshot" className="flex items-center gap-1">
      {TOOLS.map(({ kind, label, icon }) => (
        <IconButton
          key={kind}
          label={label}
          icon={icon}
          aria-pressed={tool === kind}
          onClick={() => onTool(kind)}
        />
      ))}
      <IconButton
        label="Undo"
        shortcut={shortcutText('Mod+Z')}
        icon={<Undo2 />}
        disabledReason={edits.length === 0 ? 'Nothing to undo' : undefined}
        onClick={onUndo}
      />
      <p role="status" className="ml-2 text-xs text-muted tabular-nums">
        {counts.redact} blacked out, {counts.arrow} {counts.arrow === 1 ? 'arrow' : 'arrows'}
        {counts.crop > 0 && ', cropped'}
      </p>
    </div>
  );
}

/**
 * Edits the screenshot of a bug report: masks, arrows, crop, undo. Mouse and touch: drag. Keyboard: arrow keys move a
 * frame, Shift with them resizes it, Enter applies the tool.
 */
export function ScreenshotEditor({
  picture,
  edits,
  onChange,
}: {
  picture: ImageBitmap;
  edits: readonly Edit[];
  onChange: (edits: Edit[]) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const help = useId();
  const [tool, setTool] = useState<Tool>('redact');
  const [frame, setFrame] = useState<Frame | null>(null);
  const area = croppedArea(picture, edits);

  // A canvas keeps no elements: each change draws it again.
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context) draw(context, picture, edits, { tool, frame });
  }, [picture, edits, frame, tool]);

  function pointOf(event: PointerEvent): Point {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: area.x + clamp(((event.clientX - box.left) / box.width) * area.width, area.width),
      y: area.y + clamp(((event.clientY - box.top) / box.height) * area.height, area.height),
    };
  }

  function apply(shape: Frame | null) {
    const edit = shape === null ? null : toEdit(tool, shape.from, shape.to);
    if (edit !== null) onChange([...edits, edit]);
    setFrame(null);
  }

  function undo() {
    onChange(edits.slice(0, -1));
    setFrame(null);
  }

  function onKeyDown(event: KeyboardEvent) {
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
      event.key
    ];
    if (direction !== undefined) {
      event.preventDefault();
      const [x, y] = direction.map((part) => part * picture.width * STEP) as [number, number];
      setFrame(shiftedFrame(frame ?? middleFrame(area), { x, y }, area, event.shiftKey));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      apply(frame ?? middleFrame(area));
    } else if (event.key === 'Escape' && frame !== null) {
      event.stopPropagation();
      setFrame(null);
    } else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      undo();
    }
  }

  return (
    <div className="grid gap-2">
      <EditToolbar tool={tool} edits={edits} onTool={setTool} onUndo={undo} />
      <canvas
        ref={canvas}
        role="application"
        tabIndex={0}
        aria-label="Screenshot"
        aria-describedby={help}
        className="max-h-[60dvh] max-w-full cursor-crosshair touch-none justify-self-start rounded-control border"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const from = pointOf(event);
          setFrame({ from, to: from });
        }}
        onPointerMove={(event) => {
          if (frame !== null && event.buttons > 0) setFrame({ from: frame.from, to: pointOf(event) });
        }}
        onPointerUp={() => apply(frame)}
        onPointerCancel={() => setFrame(null)}
        onKeyDown={onKeyDown}
      />
      <p id={help} className="text-xs text-muted">
        Drag over anything private. With the keyboard: arrow keys move a frame, Shift and arrow keys change
        its size, Enter applies. Blacked-out areas are removed before sending.
      </p>
    </div>
  );
}
