import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';
import { RatingPage } from '#src/features/ratings/components/RatingPage.tsx';
import { studentQueries } from '#src/features/students/queries.ts';
import { WhoCanSee } from '#src/features/visibility/components/WhoCanSee.tsx';
import { NotFoundPage } from '../not-found.tsx';
import { useMe } from '../../shell/me.ts';

/** /users/{id}/student_profile_rating/ (SPR-003) */
export function Component() {
  const me = useMe();
  const studentPk = readPk(useParams()['pk']);
  // People who can see the rating but not the student get no data here, and cannot create a rating.
  const { data: student } = useQuery({
    ...studentQueries.detail(studentPk ?? 0),
    enabled: studentPk !== null,
    retry: false,
  });
  if (studentPk === null) return <NotFoundPage />;
  return (
    <>
      <title>Student profile rating · GoPath</title>
      <RatingPage
        studentPk={studentPk}
        studentName={student?.fullName}
        isOwn={studentPk === me.pk}
        reviewsLeft={me.spr_reviews_remaining}
        visibility={<WhoCanSee kind="rating" pk={studentPk} viewerPk={me.pk} />}
        canCreate={student?.permissions.includes('add_studentprofilerating') === true}
      />
    </>
  );
}
