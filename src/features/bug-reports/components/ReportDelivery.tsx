import { useReportDelivery } from '../mutations.ts';

/** Shows nothing: sends the reports that wait, as long as the app is open. */
export default function ReportDelivery({ owner }: { owner: string }) {
  useReportDelivery(owner);
  return null;
}
