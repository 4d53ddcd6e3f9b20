import ReactMarkdown from 'react-markdown';

/** Renders Markdown. HTML in it is shown as text, and unsafe links are removed. Its headings start at level 3. */
export function Markdown({ children }: { children: string }) {
  return (
    <div className="rich-text">
      <ReactMarkdown
        components={{
          h1: 'h3',
          h2: 'h3',
          a: ({ href, children: text }) => (
            <a href={href} target="_blank" rel="noreferrer">
              {text}
            </a>
          ),
        }}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
}
