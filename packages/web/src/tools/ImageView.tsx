import './picture.css'

export interface ImageData {
  type: string
  base64: string
}

/** Types that are pictures and nothing else: an SVG can hold more. */
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

export function parseDataUrl(url: string): ImageData | null {
  const found = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/=]+)$/.exec(url.trim())
  return found === null ? null : toImage(found[1], found[2])
}

export function toImage(type: unknown, base64: unknown): ImageData | null {
  return typeof type === 'string' && typeof base64 === 'string' && TYPES.includes(type) ? { type, base64 } : null
}

export function ImageView({ image, name }: { image: ImageData; name: string }) {
  return <img className="picture" src={`data:${image.type};base64,${image.base64}`} alt={name} />
}
