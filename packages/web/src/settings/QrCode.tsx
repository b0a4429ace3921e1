import { encode } from 'uqr'

/** Room around it, without which a camera does not find it. */
const BORDER = 4

/** A text for the camera of a phone, dark on light in any theme. */
export default function QrCode({ text, name }: { text: string; name: string }) {
  const { data, size } = encode(text, { border: BORDER })
  const dots = data.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="qr-code" role="img" aria-label={name} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dots.join('')} fill="#000" />
    </svg>
  )
}
