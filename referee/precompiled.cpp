// Makes the precompiled header, see CMakeLists.txt in this folder.
