import type { VehicleType } from '~/models/money/vehicles/vehicle-fields'
import { DrawnPicture } from '~/routes/students+/_shell+/__drawn-picture'

const wheelsAt = (...places: readonly number[]) =>
  places.map((x) => `M${x + 6} 48a6 6 0 1 1-12 0a6 6 0 1 1 12 0`).join('')
const road = 'M8 55h104'

/** SVG paths on a grid of 120 by 64. */
const drawings: Record<VehicleType, string> = {
  bus: `M26 48H14V12h92v36H92M80 48H38M14 30h92M32 12v18M50 12v18M68 12v18M86 12v36${wheelsAt(32, 86)}${road}`,
  minibus: `M32 48H22V16h64l12 16v16H90M78 48H44M22 32h76M42 16v16M60 16v16M78 16v32${wheelsAt(38, 84)}${road}`,
  van: `M30 48H20V18h48l18 15 14 3v12H90M78 48H42M68 18v15h18M68 33v15M20 33h28V18${wheelsAt(36, 84)}${road}`,
  car: `M28 48H16V36l18-4 12-14h30l16 14 14 4v12H96M84 48H40M34 32h58M60 18v14${wheelsAt(34, 90)}${road}`,
  auto: `M34 48V24q0-10 10-10h26q6 0 8 6l8 16q4 2 4 12M50 48H72M34 30h18M58 14v34M58 34h26${wheelsAt(42, 80)}${road}`,
}

export function VehiclePicture({ type, picture }: { type: VehicleType; picture: string | null }) {
  return <DrawnPicture drawing={drawings[type]} picture={picture} />
}
