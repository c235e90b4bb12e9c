/** Version of the whole product, put in by the build. */
declare const GASOLINE_VERSION: string;
