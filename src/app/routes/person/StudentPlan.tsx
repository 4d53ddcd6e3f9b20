import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { Person } from '#shared/users/person.ts';
import { DeadlineList } from '#src/features/deadlines/components/DeadlineList.tsx';
import { deadlinesQuery } from '#src/features/deadlines/queries.ts';
import { StatusBadge } from '#src/features/essays/components/StatusBadge.tsx';
import { essayQueries, noEssaysText } from '#src/features/essays/queries.ts';
import { RatingPoints } from '#src/features/ratings/components/RatingPoints.tsx';
import { useCreateSpr } from '#src/features/ratings/mutations.ts';
import { ratingQueries } from '#src/features/ratings/queries.ts';
import { RoadmapGlance } from '#src/features/roadmap/components/RoadmapGlance.tsx';
import { roadmapQueries } from '#src/features/roadmap/queries.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { CardLink } from '#src/ui/navigation/CardLink.tsx';
import { QueryContent } from '../../shell/loading/QueryContent.tsx';

/** Loaded lazily: the form is large, and most students already have a roadmap. */
const CreateRoadmap = lazy(async () => ({
  default: (await import('#src/features/roadmap/components/CreateRoadmap.tsx')).CreateRoadmap,
}));

/** A summary of the roadmap, or a form to create it (ROAD-013). */
export function RoadmapCard({ student, isOwn }: { student: Person; isOwn: boolean }) {
  const query = useQuery(roadmapQueries.glance(student.pk));
  const [creating, setCreating] = useState(false);
  const base = paths.roadmap(isOwn ? undefined : student.pk);
  return (
    <Card title="Roadmap" action={query.data ? <CardLink to={base}>Open roadmap</CardLink> : undefined}>
      <QueryContent query={query}>
        {(glance) =>
          glance === null ? (
            <div className="grid justify-items-start gap-3">
              <p className="text-muted">No roadmap yet.</p>
              {student.permissions.includes('add_roadmap') && (
                <Button icon={<Plus className="size-4" />} onClick={() => setCreating(true)}>
                  Create Roadmap
                </Button>
              )}
            </div>
          ) : (
            <RoadmapGlance glance={glance} base={base} />
          )
        }
      </QueryContent>
      <Dialog open={creating} onClose={() => setCreating(false)} title="Create Roadmap">
        <div className="pb-4">
          <Suspense fallback={<SkeletonText lines={3} />}>
            <CreateRoadmap
              student={{ pk: student.pk, fullName: student.full_name }}
              isOwn={isOwn}
              onCreated={() => setCreating(false)}
            />
          </Suspense>
        </div>
      </Dialog>
    </Card>
  );
}

/** The points of the profile rating, or a link to create it (STUD-014, STUD-015). */
export function RatingCard({ student }: { student: Person }) {
  const navigate = useNavigate();
  const query = useQuery(ratingQueries.score(student.pk));
  const create = useCreateSpr();
  const path = paths.studentProfileRating(student.pk);
  return (
    <Card title="Profile rating" action={query.data ? <CardLink to={path}>Open rating</CardLink> : undefined}>
      <QueryContent query={query} lines={3}>
        {(rating) =>
          rating === null ? (
            <div className="grid justify-items-start gap-3">
              <p className="text-muted">No profile rating yet.</p>
              {student.permissions.includes('add_studentprofilerating') && (
                <Button
                  icon={<Plus className="size-4" />}
                  // Stays busy after the response, until the page of the rating opens.
                  busy={create.isPending || create.isSuccess}
                  onClick={() => create.mutate(student.pk, { onSuccess: () => void navigate(path) })}
                >
                  Create SPR
                </Button>
              )}
            </div>
          ) : (
            <RatingPoints rating={rating} />
          )
        }
      </QueryContent>
    </Card>
  );
}

/** The maximum number of essays of the card. */
const SHOWN_ESSAYS = 4;

/** The student's essays that the viewer can read. */
export function EssaysCard({ student }: { student: Person }) {
  const query = useQuery(essayQueries.ofStudent(student.pk));
  return (
    <Card title="Essays" action={<CardLink to={paths.essays(student.pk)}>Open essays</CardLink>}>
      <QueryContent query={query} lines={2}>
        {({ essays, permissions }) =>
          essays.length === 0 ? (
            <p className="text-muted">{noEssaysText(permissions)}.</p>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
              {essays.slice(0, SHOWN_ESSAYS).map((essay) => (
                <li key={essay.id} className="flex items-center justify-between gap-3">
                  <Link
                    to={paths.essay(student.pk, essay.pk)}
                    data-private
                    className="min-w-0 truncate rounded-control hover:text-accent-text hover:underline"
                  >
                    {essay.title}
                  </Link>
                  <StatusBadge status={essay.status} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Card>
  );
}

/** The student's application deadlines of the next 30 days. */
export function DeadlinesCard({ student, viewerPk }: { student: Person; viewerPk: number }) {
  const query = useQuery(deadlinesQuery(student.pk));
  return (
    <Card title="Application deadlines" data-private>
      <QueryContent query={query} lines={2}>
        {(deadlines) => (
          // The page names the student already.
          <DeadlineList deadlines={deadlines} viewerPk={viewerPk} withStudent={false} />
        )}
      </QueryContent>
    </Card>
  );
}
