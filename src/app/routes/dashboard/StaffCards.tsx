import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { bugReportQueries } from '#src/features/bug-reports/queries.ts';
import { invitationQueries } from '#src/features/invitations/queries.ts';
import { truncate } from '#src/lib/truncate.ts';
import { Card } from '#src/ui/Card.tsx';
import { CardLink } from '#src/ui/CardLink.tsx';
import { Moment } from '#src/ui/Moment.tsx';
import { QueryContent } from '../../shell/QueryContent.tsx';

const MAX_ROWS = 5;

function Row({ children }: { children: ReactNode }) {
  return (
    <li className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5">
      {children}
    </li>
  );
}

/** The latest bug reports that are not archived. */
export function OpenReportsCard() {
  const reports = useQuery(
    bugReportQueries.list({ first: MAX_ROWS, after: null, archived: false, search: null }),
  );
  return (
    <Card
      title="Open bug reports"
      action={<CardLink to={paths.bugReports}>All bug reports</CardLink>}
      data-private
    >
      <QueryContent query={reports}>
        {({ edges }) =>
          edges.length === 0 ? (
            <p className="text-muted">No open bug reports. New ones appear here.</p>
          ) : (
            <ul className="divide-y">
              {edges.map(({ node: { pk, body, user, createdAt } }) => (
                <Row key={pk}>
                  <Link
                    to={paths.bugReport(pk)}
                    className="min-w-0 flex-1 basis-56 rounded-control break-words hover:text-accent-text hover:underline"
                  >
                    {truncate(body, 90)}
                  </Link>
                  <span className="text-sm text-muted">
                    {user.fullName} · <Moment value={createdAt} />
                  </span>
                </Row>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Card>
  );
}

/** Invitations that are not accepted yet. */
export function PendingInvitationsCard() {
  const invitations = useInfiniteQuery(invitationQueries.list());
  const pending = invitations.data?.pages
    .flatMap(({ edges }) => edges.map(({ node }) => node))
    .filter(({ state }) => state !== 'ACTIVATED')
    .slice(0, MAX_ROWS);
  return (
    <Card
      title="Pending invitations"
      action={<CardLink to={paths.invitations}>All invitations</CardLink>}
      data-private
    >
      <QueryContent query={{ ...invitations, data: pending }}>
        {(people) =>
          people.length === 0 ? (
            <p className="text-muted">No pending invitations. People you invite appear here.</p>
          ) : (
            <ul className="divide-y">
              {people.map(({ pk, firstName, lastName, email, createdAt }) => (
                <Row key={pk}>
                  <span className="min-w-0 flex-1 basis-56 break-words">
                    {firstName} {lastName} <span className="text-muted">{email}</span>
                  </span>
                  <span className="text-sm text-muted">
                    <Moment value={createdAt} />
                  </span>
                </Row>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Card>
  );
}
