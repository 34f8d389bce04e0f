export declare function accountOf(name: string, passwd: string): { uid: number; gid: number } | null;
export declare function unitText(template: string, node: string): string;
export declare function settingsText(home: string): string;
