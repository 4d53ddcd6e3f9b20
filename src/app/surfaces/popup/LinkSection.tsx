import { appPage } from '../extension/app-page.ts';
import { Section } from './Frame.tsx';

interface SectionLink {
  key: number | string;
  /** A path of the app, which opens in a tab. */
  path: string;
  text: string;
  hint?: string;
  onOpen?: () => void;
}

/** A section of links to the app, and how many more there are. */
export function LinkSection({
  title,
  links,
  more,
  morePath,
}: {
  title: string;
  links: readonly SectionLink[];
  more: number;
  morePath: string;
}) {
  return (
    <Section title={title}>
      <ul className="grid gap-0.5">
        {links.map(({ key, path, text, hint, onOpen }) => (
          <li key={key}>
            <a
              href={appPage(path)}
              target="_blank"
              rel="noreferrer"
              title={hint}
              onClick={onOpen}
              className="flex min-h-10 items-center rounded-control px-2 font-medium hover:bg-hover"
            >
              <span className="truncate">{text}</span>
            </a>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <a
          href={appPage(morePath)}
          target="_blank"
          rel="noreferrer"
          className="px-2 text-accent-text hover:underline"
        >
          {more} more
        </a>
      )}
    </Section>
  );
}
