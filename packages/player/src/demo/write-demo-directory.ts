export function writeDemoDirectory(_folder: string): void {}
