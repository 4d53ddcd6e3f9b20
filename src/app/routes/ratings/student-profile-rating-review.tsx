import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { readPk } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import { ADD_REVIEW_PERMISSION } from '#shared/ratings/policy.ts';
import { NotGenerated } from '#src/features/ratings/components/NotGenerated.tsx';
import { ReviewForm } from '#src/features/ratings/components/ReviewForm.tsx';
import { ratingQueries } from '#src/features/ratings/queries.ts';
import { studentQueries } from '#src/features/students/queries.ts';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

/** /student_profile_rating_review/new/{studentId}/ (SPR-004), for mentors of the student (SPR-005). */
export function Component() {
  const me = useMe();
  const navigate = useNavigate();
  const studentPk = readPk(useParams()['studentPk']);
  const query = { enabled: studentPk !== null, retry: false };
  const student = useQuery({ ...studentQueries.detail(studentPk ?? 0), ...query });
  const rating = useQuery({ ...ratingQueries.reviewForm(studentPk ?? 0), ...query });
  if (studentPk === null) return <NotFoundPage />;
  if (rating.data === undefined || (student.data === undefined && student.error === null)) {
    if (rating.error instanceof AppError && rating.error.code === 'NOT_FOUND') return <NotFoundPage />;
    if (rating.error !== null) {
      return <ErrorState onRetry={() => void rating.refetch()} retrying={rating.isFetching} />;
    }
    return <SkeletonText lines={12} />;
  }
  const mayCreate = student.data?.permissions.includes('add_studentprofilerating') === true;
  const mayReview = rating.data?.permissions.includes(ADD_REVIEW_PERMISSION) === true;
  if (!(rating.data === null ? mayCreate : mayReview)) return <NotFoundPage />;
  const toRating = () => void navigate(paths.studentProfileRating(studentPk));
  return (
    <div className="mx-auto grid w-full max-w-[960px] grid-cols-[minmax(0,1fr)] gap-4">
      <title>Review of the profile rating · GoPath</title>
      <header className="grid gap-2">
        <UpLink to={paths.studentProfileRating(studentPk)}>Student profile rating</UpLink>
        <h1 className="text-2xl font-semibold">
          Review the profile rating of {rating.data?.userFullName ?? student.data?.fullName}
        </h1>
      </header>
      {rating.data === null ? (
        <NotGenerated studentPk={studentPk} isOwn={false} canCreate />
      ) : (
        <ReviewForm key={rating.data.id} viewerPk={me.pk} rating={rating.data} onDone={toRating} />
      )}
    </div>
  );
}
