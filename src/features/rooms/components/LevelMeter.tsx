import { useEffect, useRef } from 'react';

/** Shows how loud the microphone is, so that people see that it works before they join. */
export function LevelMeter({ track }: { track: MediaStreamTrack | null }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (track === null) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 512;
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let frame = 0;
    const draw = () => {
      analyser.getFloatTimeDomainData(samples);
      let sum = 0;
      for (const sample of samples) sum += sample * sample;
      const level = Math.min(1, Math.sqrt(sum / samples.length) * 6);
      bar.current?.style.setProperty('width', `${Math.round(level * 100)}%`);
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => {
      cancelAnimationFrame(frame);
      void context.close();
    };
  }, [track]);
  return (
    <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken" data-testid="level">
      <div ref={bar} className="h-full w-0 rounded-full bg-success" />
    </div>
  );
}
