import type { Editor } from '@tiptap/react';
import {
  Bold,
  Code,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link,
  List,
  ListOrdered,
  Strikethrough,
  Quote,
  type LucideIcon,
} from 'lucide-react';
import { useCallback, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { shortcutText } from '#src/lib/shortcuts.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import { EDITOR_SHORTCUTS } from './rich-text-shortcuts.ts';

type Tool = {
  label: keyof typeof EDITOR_SHORTCUTS;
  icon: LucideIcon;
  active?: (editor: Editor) => boolean;
  usable?: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
};

const LIST_ITEM = 'listItem';

/** Returns the tools, in the order of the toolbar (FORM-005). */
function tools(onLink: () => void): Tool[] {
  return [
    {
      label: 'Bold',
      icon: Bold,
      active: (editor) => editor.isActive('bold'),
      usable: (editor) => editor.can().toggleBold(),
      run: (editor) => editor.chain().focus().toggleBold().run(),
    },
    {
      label: 'Italic',
      icon: Italic,
      active: (editor) => editor.isActive('italic'),
      usable: (editor) => editor.can().toggleItalic(),
      run: (editor) => editor.chain().focus().toggleItalic().run(),
    },
    {
      label: 'Strike',
      icon: Strikethrough,
      active: (editor) => editor.isActive('strike'),
      usable: (editor) => editor.can().toggleStrike(),
      run: (editor) => editor.chain().focus().toggleStrike().run(),
    },
    {
      label: 'Link',
      icon: Link,
      active: (editor) => editor.isActive('link'),
      usable: (editor) => !editor.isActive('codeBlock'),
      run: onLink,
    },
    {
      label: 'Quote',
      icon: Quote,
      active: (editor) => editor.isActive('blockquote'),
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    {
      label: 'Code',
      icon: Code,
      active: (editor) => editor.isActive('code') || editor.isActive('codeBlock'),
      run: toggleCode,
    },
    {
      label: 'Bullet',
      icon: List,
      active: (editor) => editor.isActive('bulletList'),
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      label: 'Number',
      icon: ListOrdered,
      active: (editor) => editor.isActive('orderedList'),
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      label: 'Indent',
      icon: IndentIncrease,
      usable: (editor) => editor.can().sinkListItem(LIST_ITEM),
      run: (editor) => editor.chain().focus().sinkListItem(LIST_ITEM).run(),
    },
    {
      label: 'Outdent',
      icon: IndentDecrease,
      usable: (editor) => editor.can().liftListItem(LIST_ITEM),
      run: (editor) => editor.chain().focus().liftListItem(LIST_ITEM).run(),
    },
  ];
}

/** Formats a selection within one line as inline code, and whole lines as a code block. */
function toggleCode(editor: Editor) {
  const { empty, $from, $to } = editor.state.selection;
  const isInline =
    editor.isActive('code') || (!empty && $from.sameParent($to) && !editor.isActive('codeBlock'));
  const chain = editor.chain().focus();
  (isInline ? chain.toggleCode() : chain.toggleCodeBlock()).run();
}

/** Returns which tools are active and enabled; updates when the text or the selection changes. */
function useToolStates(editor: Editor, list: Tool[]) {
  const subscribe = useCallback(
    (changed: () => void) => {
      editor.on('transaction', changed);
      return () => void editor.off('transaction', changed);
    },
    [editor],
  );
  // Two letters per tool: React compares strings by value, so it renders only when the string changes.
  const activeStates = useSyncExternalStore(subscribe, () =>
    list
      .map(({ active, usable }) => (active?.(editor) ? '1' : '0') + ((usable?.(editor) ?? true) ? '1' : '0'))
      .join(''),
  );
  return list.map((_, index) => ({
    active: activeStates[2 * index] === '1',
    usable: activeStates[2 * index + 1] === '1',
  }));
}

/** The tools above the text: one tab stop, arrow keys move inside, the row wraps. */
export function RichTextToolbar({
  editor,
  label,
  disabled,
  onLink,
}: {
  editor: Editor;
  label: string;
  disabled: boolean;
  onLink: () => void;
}) {
  const [current, setCurrent] = useState(0);
  const list = tools(onLink);
  const states = useToolStates(editor, list);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const target = {
      ArrowRight: (current + 1) % list.length,
      ArrowLeft: (current - 1 + list.length) % list.length,
      Home: 0,
      End: list.length - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setCurrent(target);
    event.currentTarget.querySelectorAll('button')[target]?.focus();
  };

  return (
    // Roving focus: one button at a time is in the tab order.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      role="toolbar"
      aria-label={`Format ${label}`}
      onKeyDown={move}
      className="flex flex-wrap gap-0.5 border-b p-1 pointer-fine:[--control-height:30px]"
    >
      {list.map((tool, index) => (
        <IconButton
          key={tool.label}
          label={tool.label}
          icon={<tool.icon />}
          shortcut={shortcutText(EDITOR_SHORTCUTS[tool.label])}
          aria-pressed={tool.active ? (states[index]?.active ?? false) : undefined}
          disabled={disabled || !states[index]?.usable}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          // Keeps focus and selection in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => tool.run(editor)}
        />
      ))}
    </div>
  );
}
