/** Runs the program to its end, successful or not. */
import { execFile } from 'node:child_process';
import { PROGRAM } from './program.ts';

export interface ProgramEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function runWeir(...args: string[]): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
