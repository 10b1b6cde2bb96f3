/** The root folder of the package: two folders up from here, both in the sources and in the build. */
export const PACKAGE_ROOT = new URL('../../', import.meta.url);
