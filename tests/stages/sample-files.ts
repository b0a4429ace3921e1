import { crc32, deflateSync } from 'node:zlib'

/** A picture of a sea under a sky, as small as a picture can be and still be looked at. */
export function makePng(width = 320, height = 200): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x++) row.set(y < height / 2 ? [120, 170, 210] : [20, 90, 110 + (x % 64)], 1 + x * 3)
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a colour, and three colours.
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [toChunk('IHDR', header), toChunk('IDAT', deflateSync(Buffer.concat(rows))), toChunk('IEND', '')]
  return Buffer.concat([signature, ...chunks])
}

function toChunk(name: string, content: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(name), Buffer.from(content)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** One page with a line on it. */
export function makePdf(line: string): string {
  const stream = `BT /F1 24 Tf 40 100 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const places: number[] = []
  let text = '%PDF-1.4\n'
  objects.forEach((object, index) => {
    places.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}

export function makeNotebook(): string {
  const cell = (id: string, type: string, source: string, more: object = {}) => ({
    ...{ cell_type: type, id, metadata: {}, source: source.split(/(?<=\n)/) },
    ...more,
  })
  const output = { output_type: 'stream', name: 'stdout', text: ['high at 6:12\n'] }
  return JSON.stringify({
    cells: [
      cell('about', 'markdown', '# Tides\n\nWhen the water is high.'),
      cell('count', 'code', 'tide = 6.2\nprint("high at 6:12")', { execution_count: 1, outputs: [output] }),
    ],
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
    nbformat_minor: 5,
  })
}
