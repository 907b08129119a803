import type { MapGeometry } from './map-geometry.server'

type SmallMapProps = {
  map: MapGeometry
  /** Text alternative of the drawing, with the distance. */
  label: string
  /** Length of the route, if the points form one. */
  distance?: string
}

/** Map drawn by the server: points, the line between them, and a scale bar. */
export function SmallMap({ map, label, distance }: SmallMapProps) {
  const [from, to] = map.points
  // On a nearly horizontal line, the names go above and below their points; beside the points they would overlap the
  // line.
  const isFlat = from && to && map.points.length === 2 && Math.abs(from.x - to.x) > Math.abs(from.y - to.y)
  return (
    <svg className="small-map" viewBox={`0 0 ${map.width} ${map.height}`} role="img" aria-label={label}>
      <path className="map-line" d={map.line} />
      {map.points.map(({ label: name, x, y, isLeft }, index) => (
        // Two points may share a name.
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are never reordered
        <g key={index}>
          <circle className="map-point" cx={x} cy={y} r={7} />
          <text
            className="map-name"
            x={isLeft ? x - 12 : x + 12}
            y={isFlat ? (isLeft ? y + 32 : y - 16) : y + 5}
            textAnchor={isLeft ? 'end' : 'start'}
          >
            {name}
          </text>
        </g>
      ))}
      <path className="map-scale" d={`M16 ${map.height - 14}h${map.scale.width}`} />
      <text className="map-name" x={24 + map.scale.width} y={map.height - 9}>
        {map.scale.text}
      </text>
      {distance ? (
        <text className="map-name" x={map.width - 16} y={map.height - 9} textAnchor="end">
          {distance}
        </text>
      ) : null}
    </svg>
  )
}
