import { CircleAlert, SearchX } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';
import { Button } from '../buttons/Button.tsx';

/** The text for a failed load (API-010). */
export const DATA_LOAD_ERROR = {
  title: 'Data Load Error',
  text: 'An error occurred while loading this resource.',
} as const;

/** The text for something missing or forbidden (API-011). */
export const NOT_FOUND = {
  title: 'Not Found',
  text: 'The resource you were looking for could not be found.',
} as const;

type ErrorStateProps = {
  /** Whether it is the only content, so that its title is the page's heading. */
  asPage?: boolean;
  title?: string;
  text?: string;
  /** What is safe and what else can be done. */
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
};

/** Says that something did not load, what is safe, and offers to try again (API-010). */
export function ErrorState({
  title = DATA_LOAD_ERROR.title,
  text = DATA_LOAD_ERROR.text,
  asPage = false,
  children,
  onRetry,
  retrying = false,
}: ErrorStateProps) {
  const Title = asPage ? 'h1' : 'h2';
  const missing = title === NOT_FOUND.title;
  const Icon = missing ? SearchX : CircleAlert;
  return (
    <div role="alert" className="grid justify-items-center gap-1 px-4 py-12 text-center">
      <Icon aria-hidden className={missing ? 'mb-2 size-6 text-muted' : 'mb-2 size-6 text-danger'} />
      <Title className="font-semibold">{title}</Title>
      <p className="max-w-96 text-muted">{text}</p>
      {children}
      {onRetry && (
        <Button className="mt-3" onClick={onRetry} busy={retrying}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** The link of every Not Found page that has no other link. The shell provides it. */
export const NotFoundLinkContext = createContext<ReactNode>(null);

/** The page for something missing or forbidden; both look the same (API-011). */
export function NotFoundState({ children }: { children?: ReactNode }) {
  const link = use(NotFoundLinkContext);
  return (
    <>
      <title>{`${NOT_FOUND.title} · GoPath`}</title>
      <ErrorState asPage title={NOT_FOUND.title} text={NOT_FOUND.text}>
        {children ?? link}
      </ErrorState>
    </>
  );
}
