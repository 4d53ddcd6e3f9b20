import { useEffect } from 'react';
import { useParams } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { readPublished } from '#src/messaging/published.ts';
import { Spinner } from '#src/ui/feedback/Spinner.tsx';

/** Opens a meeting room in the web app: pages of the extension have no camera. */
export function RoomOnWeb() {
  const { meetId = '' } = useParams();
  useEffect(() => {
    void readPublished('server').then((server) => location.replace(server + paths.meetingRoom(meetId)));
  }, [meetId]);
  return (
    <main className="grid min-h-dvh place-content-center bg-canvas">
      <Spinner />
    </main>
  );
}
