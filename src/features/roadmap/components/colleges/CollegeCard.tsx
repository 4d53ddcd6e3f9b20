import { useDraggable } from '@dnd-kit/core';
import clsx from 'clsx';
import { ChevronDown, Ellipsis, ExternalLink, GripVertical, Trash2 } from 'lucide-react';
import { lazy, Suspense, useId } from 'react';
import type { CollegeChange } from '#shared/roadmap/colleges-schema.ts';
import {
  ADMISSION_CATEGORIES,
  ADMISSION_CATEGORY_CODES,
  APPLICATION_TYPES,
} from '#shared/roadmap/colleges.ts';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import type { College } from '../../queries.ts';
import { useEntryChanges } from '../../unsaved/useEntryChanges.ts';
import { deadlineText, flagsText, type StudentScores } from './college-facts.ts';
import { UnsavedNotice } from '../UnsavedNotice.tsx';

const CollegeDetails = lazy(async () => ({ default: (await import('./CollegeDetails.tsx')).CollegeDetails }));

function CollegeName({ name, website }: { name: string; website: string }) {
  if (website === '') return name;
  const lastWord = name.lastIndexOf(' ') + 1;
  return (
    <a
      href={website}
      target="_blank"
      rel="noreferrer"
      className="rounded-control hover:text-accent-text hover:underline"
    >
      {name.slice(0, lastWord)}
      <span className="whitespace-nowrap">
        {`${name.slice(lastWord)} `}
        <ExternalLink aria-label="(opens its website)" className="mb-0.5 inline size-3.5 text-muted" />
      </span>
    </a>
  );
}

/** A college on the roadmap: name, plan and status, and the details when it is expanded. */
export function CollegeCard({
  college,
  student,
  isExpanded,
  onExpand,
  isCompared,
  onCompare,
  onDelete,
}: {
  college: College;
  student: StudentScores;
  isExpanded: boolean;
  onExpand: (expanded: boolean) => void;
  isCompared: boolean;
  onCompare: (compared: boolean) => void;
  onDelete: () => void;
}) {
  const { value, change, problem, saveAgain, discard } = useEntryChanges<College, CollegeChange>(
    'college',
    college,
  );
  const detailsId = useId();
  const canChange = college.permissions.includes('change_roadmap');
  const canMove = college.permissions.includes('change_admission_category');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, isDragging } = useDraggable({
    id: college.id,
    disabled: !canMove,
    data: { name: college.name },
  });
  return (
    <li
      ref={setNodeRef}
      style={transform === null ? undefined : { transform: `translate(${transform.x}px, ${transform.y}px)` }}
      className={clsx(
        'grid content-start gap-2 rounded-card border bg-surface p-4',
        isDragging && 'relative z-10 shadow-float',
      )}
    >
      <div className="flex items-start gap-2">
        {canMove && (
          <button
            ref={setActivatorNodeRef}
            type="button"
            aria-label={`Move ${college.name}`}
            className="touch-target -mt-0.5 -ml-1 flex size-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-muted hover:bg-hover"
            {...attributes}
            {...listeners}
          >
            <GripVertical aria-hidden className="size-4" />
          </button>
        )}
        <h3 className="min-w-0 flex-1 font-semibold wrap-anywhere">
          <CollegeName name={college.name} website={value.institution?.insturl ?? ''} />
        </h3>
        {canChange && (
          <Menu
            trigger={
              <IconButton
                label={`Actions for ${college.name}`}
                icon={<Ellipsis />}
                className="-mt-1.5 -mr-1.5"
              />
            }
            actions={[
              ...(canMove
                ? ADMISSION_CATEGORY_CODES.filter((code) => code !== value.admissionCategory).map((code) => ({
                    label: `Move to ${ADMISSION_CATEGORIES[code]}`,
                    onSelect: () => change({ admissionCategory: code }),
                  }))
                : []),
              { label: 'Delete', icon: <Trash2 />, danger: true, separated: canMove, onSelect: onDelete },
            ]}
          />
        )}
      </div>
      <p className="text-sm text-muted">
        {[APPLICATION_TYPES[value.applicationType], deadlineText(value), flagsText(value)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <UnsavedNotice problem={problem} onSave={saveAgain} onDiscard={discard} />
      <div className="flex items-center justify-between gap-2">
        <Checkbox
          label="Compare"
          checked={isCompared}
          onChange={(event) => onCompare(event.target.checked)}
        />
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? detailsId : undefined}
          aria-label={`Details of ${college.name}`}
          className="touch-target -mr-1 inline-flex items-center gap-1 rounded-control px-1 text-sm text-accent-text hover:bg-hover"
          onClick={() => onExpand(!isExpanded)}
        >
          Details
          <ChevronDown aria-hidden className={clsx('size-4', isExpanded && 'rotate-180')} />
        </button>
      </div>
      {isExpanded && (
        <div id={detailsId} className="grid gap-3 border-t pt-3">
          <Suspense fallback={<SkeletonText lines={6} />}>
            <CollegeDetails college={value} student={student} onChange={change} />
          </Suspense>
        </div>
      )}
    </li>
  );
}
