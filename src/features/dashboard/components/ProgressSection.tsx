import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { MAX_POINTS } from '#shared/ratings/schema.ts';
import { buttonClass } from '#src/ui/buttons/Button.tsx';
import { CardLink } from '#src/ui/navigation/CardLink.tsx';
import { Progress } from '#src/ui/feedback/Progress.tsx';
import type { DashboardPerson } from '../queries.ts';
import { Section } from './Section.tsx';

const PARTS = [
  ['classes', 'Classes'],
  ['exams', 'Exams'],
  ['activities', 'Activities'],
  ['colleges', 'Colleges'],
] as const;

/** How much a student's roadmap contains, and the points of the profile rating. */
export function ProgressSection({ person, isOwn }: { person: DashboardPerson; isOwn: boolean }) {
  const { roadmap, rating, user, firstName } = person;
  const roadmapPath = paths.roadmap(isOwn ? undefined : user.pk);
  return (
    <>
      <Section
        id="roadmap"
        title="Roadmap"
        action={roadmap !== null && <CardLink to={roadmapPath}>Open roadmap</CardLink>}
        isPrivate
      >
        {roadmap === null ? (
          <>
            <p className="text-muted">
              {isOwn
                ? 'Plan your classes, exams, activities and colleges in one place.'
                : `${firstName} has no roadmap yet. It will appear here.`}
            </p>
            {isOwn && (
              <Link to={roadmapPath} className={buttonClass('primary', 'mt-3')}>
                Start your roadmap
              </Link>
            )}
          </>
        ) : (
          <dl className="grid grid-cols-4 gap-2">
            {PARTS.map(([key, label]) => (
              <div key={key} className="flex min-w-0 flex-col-reverse">
                <dt className="truncate text-xs text-muted">{label}</dt>
                <dd className="text-xl font-semibold tabular-nums">{roadmap[key]}</dd>
              </div>
            ))}
          </dl>
        )}
      </Section>
      <Section
        id="rating"
        title="Profile rating"
        action={rating !== null && <CardLink to={paths.studentProfileRating(user.pk)}>Open rating</CardLink>}
        isPrivate
      >
        {rating === null ? (
          <p className="text-muted">
            {isOwn
              ? 'No profile rating yet. It appears here when a mentor creates it.'
              : `${firstName} has no profile rating yet.`}
          </p>
        ) : (
          <div className="grid gap-2">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <strong className="text-xl font-semibold tabular-nums">{rating.points}</strong>
              <span className="text-sm text-muted tabular-nums">
                of {MAX_POINTS} points · target {rating.targetPoints}
              </span>
            </p>
            <Progress
              hideLabel
              label="Points"
              value={rating.points}
              max={MAX_POINTS}
              valueText={`${rating.points} of ${MAX_POINTS} points`}
            />
          </div>
        )}
      </Section>
    </>
  );
}
