import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { FieldError } from '#src/ui/fields/FieldError.tsx';
import { Slider } from '#src/ui/fields/Slider.tsx';
import { fieldErrorOf } from '#src/lib/field-errors.ts';
import { onFirstUse } from '#src/lib/on-first-use.ts';
import { type Area, cropToBase64 } from '../crop-picture.ts';
import { useChangePicture } from '../picture-mutations.ts';

const MAX_ZOOM = 4;
const percent = onFirstUse(
  () => new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 }),
);

/** Chooses the square of a picture that is shown: by dragging, pinching, the wheel, the arrow keys or the slider. */
export function PictureDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [problem, setProblem] = useState<string>();
  const change = useChangePicture();
  const save = async () => {
    if (area === null) return;
    setProblem(undefined);
    try {
      await change.mutateAsync(await cropToBase64(address, area));
      onClose();
    } catch (error) {
      setProblem(fieldErrorOf(error, 'picture') ?? 'Could not save your picture. Try again.');
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Crop your picture"
      description="Drag the picture or use the arrow keys to move it."
      busy={change.isPending}
      busyLabel="Saving your picture"
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button variant="primary" writes onClick={() => void save()}>
            Save picture
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pb-2">
        <div className="relative h-72 overflow-hidden rounded-control bg-sunken">
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={8}
            // The content security policy forbids style elements in the document.
            disableAutomaticStylesInjection
            classes={{ cropAreaClassName: 'focus-visible:outline-2! focus-visible:outline-accent!' }}
            mediaProps={{ alt: '' }}
            cropperProps={{
              role: 'application',
              'aria-label': 'Shown part of the picture. Move it with the arrow keys.',
            }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_percentages, pixels) => setArea(pixels)}
          />
        </div>
        <Slider
          label="Zoom"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          format={(value) => percent().format(value)}
          onChange={setZoom}
        />
        <FieldError id="picture-problem" error={problem} />
      </div>
    </Dialog>
  );
}
