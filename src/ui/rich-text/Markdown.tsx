import ReactMarkdown from 'react-markdown';
import { Link } from 'react-router';

/** The elements of headings, by the level of the first one. */
const HEADINGS = {
  2: { h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3' },
  3: { h1: 'h3', h2: 'h3', h4: 'h3', h5: 'h3', h6: 'h3' },
} as const;

/**
 * Renders Markdown. HTML in it is shown as text, and unsafe links and pictures are removed.
 * @param props.headings the level of its first headings
 */
export function Markdown({ headings = 3, children }: { headings?: 2 | 3; children: string }) {
  return (
    <div className="rich-text">
      <ReactMarkdown
        // Pictures would be requested from other hosts.
        disallowedElements={['img']}
        components={{
          ...HEADINGS[headings],
          a: ({ href = '', children: text }) =>
            /^\/(?!\/)/.test(href) ? (
              <Link to={href}>{text}</Link>
            ) : (
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
