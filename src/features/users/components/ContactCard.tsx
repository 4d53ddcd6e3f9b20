import { Pencil } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ContactField } from '#shared/users/contact.ts';
import type { Person } from '#shared/users/person.ts';
import { formatPhone } from '#shared/users/phone.ts';
import { Card } from '#src/ui/display/Card.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { calendarDateFormat } from '#src/lib/dates/calendar-date.ts';
import { useReturnFocus } from '#src/lib/timing/useReturnFocus.ts';

const ContactForm = lazy(async () => ({ default: (await import('./ContactForm.tsx')).ContactForm }));

const longDate = calendarDateFormat({ dateStyle: 'long' });

/** Email, phone number, birthday and a student's tracker link, edited in place (USER-010 to USER-012, USER-015). */
export function ContactCard({ person }: { person: Person }) {
  const { email, phone, birthday, tracker_link: link, permissions } = person;
  const canChange = permissions.includes('change_contact');
  const canChangeLink = permissions.includes('change_tracker_link');
  return (
    <Card title="Contact">
      <ul data-private className="grid gap-3">
        {email && (
          <Row label="Email">
            <a className="text-accent-text hover:underline" href={`mailto:${email}`}>
              {email}
            </a>
          </Row>
        )}
        <EditableRow
          person={person}
          field="phone_number"
          label="Phone number"
          value={phone}
          canChange={canChange}
        >
          {phone && (
            <a className="text-accent-text tabular-nums hover:underline" href={`tel:+1${phone}`}>
              {formatPhone(phone)}
            </a>
          )}
        </EditableRow>
        <EditableRow person={person} field="birthday" label="Birthday" value={birthday} canChange={canChange}>
          {birthday && longDate(birthday)}
        </EditableRow>
        {link !== null && (
          <EditableRow
            person={person}
            field="tracker_link"
            label="Tracker link"
            value={link}
            canChange={canChangeLink}
          >
            {link && (
              <a className="text-accent-text hover:underline" href={link} target="_blank" rel="noreferrer">
                {link.replace(/^https?:\/\//iu, '')}
              </a>
            )}
          </EditableRow>
        )}
      </ul>
    </Card>
  );
}

function Row({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-2">
      <div className="min-w-0">
        <div className="text-xs text-muted">{label}</div>
        <div className="wrap-anywhere">{children || <span className="text-muted">Not added</span>}</div>
      </div>
      {action}
    </li>
  );
}

/** A row with a pencil for viewers who can change the value. Focus goes to the form and back to the pencil. */
function EditableRow({
  person,
  field,
  label,
  value,
  canChange,
  children,
}: {
  person: Person;
  field: ContactField;
  label: string;
  value: string | null;
  canChange: boolean;
  children: ReactNode;
}) {
  const [isEditing, setEditing] = useState(false);
  const pencil = useReturnFocus(isEditing);
  if (isEditing) {
    return (
      <li>
        <Suspense fallback={<Skeleton className="h-24" />}>
          <ContactForm {...{ person, field, label }} value={value ?? ''} onClose={() => setEditing(false)} />
        </Suspense>
      </li>
    );
  }
  return (
    <Row
      label={label}
      action={
        canChange && (
          <IconButton
            ref={pencil}
            label={`Edit ${label.toLowerCase()}`}
            icon={<Pencil />}
            onClick={() => setEditing(true)}
          />
        )
      }
    >
      {children}
    </Row>
  );
}
