import { geoGraticule10, geoMercator, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import shapes from 'world-atlas/countries-110m.json';

const WIDTH = 320;
const HEIGHT = 160;
/** The map's scale: about 40 degrees are visible, so that the coarse shapes can be recognized. */
const SCALE = 450;

type World = Parameters<typeof feature>[0];
const world = shapes as unknown as World;
const countries = feature(world, world.objects['countries'] as World['objects'][string]);

/** Shows where a city is. The country shapes are part of the app, so no third party is contacted. */
export default function CityMap({
  name,
  latitude,
  longitude,
}: {
  name: string;
  latitude: number;
  longitude: number;
}) {
  const projection = geoMercator()
    .center([longitude, Math.min(Math.max(latitude, -78), 78)])
    .scale(SCALE)
    .translate([WIDTH / 2, HEIGHT / 2])
    .clipExtent([
      [-10, -10],
      [WIDTH + 10, HEIGHT + 10],
    ]);
  const path = geoPath(projection);
  const [x, y] = projection([longitude, latitude]) ?? [WIDTH / 2, HEIGHT / 2];
  return (
    <svg
      role="img"
      aria-label={`Map of ${name}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="w-full rounded-control border bg-accent-soft"
    >
      <path d={path(geoGraticule10()) ?? ''} className="fill-none stroke-border" strokeWidth={0.5} />
      <path d={path(countries) ?? ''} className="fill-surface stroke-control" strokeWidth={0.75} />
      <circle cx={x} cy={y} r={9} className="fill-danger" opacity={0.2} />
      <circle cx={x} cy={y} r={3.5} className="fill-danger stroke-surface" strokeWidth={1.5} />
      <text
        x={x}
        y={y - 14}
        textAnchor="middle"
        className="fill-text stroke-surface text-lg font-semibold"
        strokeWidth={4}
        paintOrder="stroke"
      >
        {name}
      </text>
    </svg>
  );
}
