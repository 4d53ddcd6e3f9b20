import { useQuery } from '@tanstack/react-query';
import { DeadlineList } from '#src/features/deadlines/components/DeadlineList.tsx';
import { deadlinesQuery } from '#src/features/deadlines/queries.ts';
import { Card } from '#src/ui/display/Card.tsx';
import { QueryContent } from '../../shell/loading/QueryContent.tsx';

/** The deadlines of the viewer's own or children's applications and essays. */
export function DeadlinesCard({ viewerPk }: { viewerPk: number }) {
  const deadlines = useQuery(deadlinesQuery(null));
  return (
    <Card title="Application deadlines" data-private>
      <QueryContent query={deadlines} lines={2}>
        {(shown) => <DeadlineList deadlines={shown} viewerPk={viewerPk} />}
      </QueryContent>
    </Card>
  );
}
