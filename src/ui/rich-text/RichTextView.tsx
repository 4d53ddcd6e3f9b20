import { Fragment, useMemo, type ReactNode } from 'react';
import { parseRichText } from '#shared/rich-text/parse.ts';
import { LINK_REL } from '#shared/rich-text/render.ts';
import type { BlockNode, InlineNode, ListItemNode, RichTextMark } from '#shared/rich-text/schema.ts';

/** Shows a stored document as React elements: parsed strictly, never as raw HTML. */
export function RichTextView({ body, className }: { body: unknown; className?: string }) {
  const document = useMemo(() => {
    try {
      return parseRichText(body);
    } catch {
      return null;
    }
  }, [body]);
  if (!document) return <p className="text-muted">This text cannot be shown.</p>;
  return <div className={className ?? 'rich-text reading'}>{document.content.map(block)}</div>;
}

function block(node: BlockNode | ListItemNode, key: number): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p key={key}>{node.content?.map(inline)}</p>;
    case 'codeBlock':
      return (
        // Long lines scroll, so the block must be focusable.
        <pre key={key} tabIndex={0}>
          <code>{node.content?.map(inline)}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote key={key}>{node.content.map(block)}</blockquote>;
    case 'bulletList':
      return <ul key={key}>{node.content.map(block)}</ul>;
    case 'orderedList':
      return (
        <ol key={key} start={node.attrs.start}>
          {node.content.map(block)}
        </ol>
      );
    case 'listItem':
      return <li key={key}>{node.content.map(block)}</li>;
  }
}

function inline(node: InlineNode, key: number): ReactNode {
  const inner = (node.marks ?? []).reduceRight<ReactNode>(
    (content, mark) => marked(mark, content),
    leaf(node),
  );
  return <Fragment key={key}>{inner}</Fragment>;
}

function leaf(node: InlineNode): ReactNode {
  if (node.type === 'text') return node.text;
  if (node.type === 'hardBreak') return <br />;
  return <span data-placeholder="">{node.attrs.label}</span>;
}

function marked(mark: RichTextMark, content: ReactNode): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{content}</strong>;
    case 'italic':
      return <em>{content}</em>;
    case 'strike':
      return <s>{content}</s>;
    case 'code':
      return <code>{content}</code>;
    case 'link':
      return (
        <a href={mark.attrs.href} target="_blank" rel={LINK_REL}>
          {content}
        </a>
      );
  }
}
