import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { connectionLabel, connectionStateLabel, connectionTone } from '#shared/connections/texts.ts';
import { truncate } from '#src/lib/truncate.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { CardLink } from '#src/ui/navigation/CardLink.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import type { DashboardState } from '../queries.ts';
import { Section } from './Section.tsx';

function Row({ children }: { children: ReactNode }) {
  return (
    <li className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5">
      {children}
    </li>
  );
}

/** The latest bug reports that are not archived. */
export function OpenReports({ reports }: { reports: NonNullable<DashboardState['bugReports']> }) {
  return (
    <Section
      id="bug-reports"
      title="Open bug reports"
      action={<CardLink to={paths.bugReports}>All bug reports</CardLink>}
      isPrivate
    >
      {reports.length === 0 ? (
        <p className="text-muted">No open bug reports. New ones appear here.</p>
      ) : (
        <ul className="divide-y">
          {reports.map(({ pk, body, reporter, createdAt }) => (
            <Row key={pk}>
              <Link
                to={paths.bugReport(pk)}
                className="min-w-0 flex-1 basis-56 rounded-control break-words hover:text-accent-text hover:underline"
              >
                {truncate(body, 90)}
              </Link>
              <span className="text-sm text-muted">
                {reporter} · <Moment value={createdAt} />
              </span>
            </Row>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Background jobs that failed in the last day. */
export function FailedJobs({ jobs }: { jobs: NonNullable<DashboardState['failedJobs']> }) {
  return (
    <Section id="failed-jobs" title="Background jobs">
      {jobs.length === 0 ? (
        <p className="text-muted">No job failed in the last 24 hours.</p>
      ) : (
        <ul className="divide-y">
          {jobs.map(({ name, count, lastAt }) => (
            <Row key={name}>
              <span className="min-w-0 flex-1 break-words">{name}</span>
              <Badge tone="danger">{count} failed</Badge>
              <span className="text-sm text-muted">
                <Moment value={lastAt} />
              </span>
            </Row>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The state of the systems that GoPath is connected to. */
export function Connections({ connections }: { connections: NonNullable<DashboardState['connections']> }) {
  return (
    <Section
      id="connections"
      title="Connections"
      action={<CardLink to={paths.connections}>All connections</CardLink>}
    >
      <ul className="divide-y">
        {connections.map(({ name, state, failingSince }) => (
          <Row key={name}>
            <span className="min-w-0 flex-1 break-words">{connectionLabel(name)}</span>
            {failingSince !== null && (
              <span className="text-sm text-muted">
                since <Moment inline value={failingSince} />
              </span>
            )}
            <Badge tone={connectionTone(state)}>{connectionStateLabel(state)}</Badge>
          </Row>
        ))}
      </ul>
    </Section>
  );
}

/** Invitations that are not accepted yet. */
export function PendingInvitations({
  invitations,
}: {
  invitations: NonNullable<DashboardState['invitations']>;
}) {
  return (
    <Section
      id="invitations"
      title="Pending invitations"
      action={<CardLink to={paths.invitations}>All invitations</CardLink>}
      isPrivate
    >
      {invitations.length === 0 ? (
        <p className="text-muted">No pending invitations. People you invite appear here.</p>
      ) : (
        <ul className="divide-y">
          {invitations.map(({ pk, fullName, email, createdAt }) => (
            <Row key={pk}>
              <span className="min-w-0 flex-1 wrap-anywhere">{fullName}</span>
              <span className="text-sm text-muted">
                <Moment value={createdAt} />
              </span>
              <span className="w-full wrap-anywhere text-muted">{email}</span>
            </Row>
          ))}
        </ul>
      )}
    </Section>
  );
}
