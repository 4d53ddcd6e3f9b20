import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { ErrorState, NotFoundState } from '#src/ui/feedback/ErrorState.tsx';
import { Progress } from '#src/ui/feedback/Progress.tsx';
import { SaveState } from '#src/ui/feedback/SaveState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { Spinner } from '#src/ui/feedback/Spinner.tsx';

export function DisplaySection() {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Badge>24</Badge>
        <Badge tone="accent">Freshman</Badge>
        <Badge tone="danger">Sophomore</Badge>
        <Badge tone="warning">Junior</Badge>
        <Badge tone="success">Senior</Badge>
        <Avatar name="Maya Rivera" size="small" alone />
        <Avatar name="Maya Rivera" />
        <Avatar name="Jonah van der Tran" size="large" />
        <Spinner />
      </div>
      <div className="flex flex-wrap gap-4">
        <SaveState status={{ state: 'saving' }} />
        <SaveState status={{ state: 'saved', at: new Date(2026, 4, 14, 10, 42) }} />
        <SaveState status={{ state: 'offline' }} />
        <SaveState status={{ state: 'failed', text: 'Not saved yet, kept on this device' }} />
      </div>
      <div className="grid gap-2">
        <Banner tone="warning" action={<Button>Try now</Button>}>
          You are offline. What you write is kept on this device.
        </Banner>
        <Banner onDismiss={() => {}}>We restored a draft from 10:42.</Banner>
        <Banner tone="danger">This note was changed elsewhere. Both copies are kept.</Banner>
        <Banner tone="success">The invitation was accepted.</Banner>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Card title="Profile rating">
          <Progress label="Points" value={240} max={420} valueText="240 of 420 points" />
        </Card>
        <Card title="Loading">
          <SkeletonText />
        </Card>
        <Card>
          <ErrorState onRetry={() => {}} />
        </Card>
        <Card>
          <NotFoundState />
        </Card>
      </div>
    </>
  );
}
