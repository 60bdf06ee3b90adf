// Makes the precompiled header of the tests, see CMakeLists.txt in this folder.
